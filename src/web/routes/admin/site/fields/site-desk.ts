import { createContext, useContext } from 'react'
import type { SiteDesk } from '../use-site.ts'
import { isWithin } from './faults.ts'

export const SiteDeskContext = createContext<SiteDesk | null>(null)

export function useSiteDesk(): SiteDesk {
  const desk = useContext(SiteDeskContext)
  if (!desk) throw new Error('A field of the site stands outside of its form.')
  return desk
}

/** The sentence on what is wrong with a field or a part of it, but for one that has a field of its own. */
export function useFault(path: string, except?: string): string | undefined {
  const { faults } = useSiteDesk()
  const [, message] =
    Object.entries(faults).find(([field]) => isWithin(field, path) && field !== except) ?? []
  return message && sentence(message)
}

/** What is wrong with a list itself, and not with a part of it. */
export function useListFault(path: string): string | undefined {
  const message = useSiteDesk().faults[path]
  return message && sentence(message)
}

function sentence(message: string) {
  const said = message.replace(/^must be of the type number$/, 'must be a number')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}
