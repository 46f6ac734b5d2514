import { createContext, use } from 'react'
import type { PageFragments } from './fragment-cache.ts'

/** Null in the browser and in development. */
export const FragmentsContext = createContext<PageFragments | null>(null)

/**
 * On the server its children are drawn once, and taken from a cache for every page that shows them with the same props,
 * language and content. They depend on nothing else, and none of their parts is cached itself or has an id of React.
 */
export function CachedFragment({
  name,
  props,
  children,
}: {
  name: string
  props: unknown
  children?: React.ReactNode
}) {
  const fragments = use(FragmentsContext)
  if (!fragments) return children
  const { at, isCached } = fragments.find(name, props)
  if (isCached) return <template data-cached={at} />
  return (
    <>
      <template data-begin={at} />
      {children}
      <template data-end={at} />
    </>
  )
}
