import { redirect } from 'react-router'
import { pageContext } from '#web/context.ts'
import type { Route } from './+types/resources-start'
import { readType } from './list-address.ts'

/** Without a class the address means all papers of the type; without a type, all papers. */
export function loader({ params, context }: Route.LoaderArgs) {
  const { language } = context.get(pageContext)
  const path = params.type === undefined ? '/practice' : `/resources/${readType(params.type, language)}/all/`
  throw redirect(path, 301)
}

export default function ResourcesStart() {
  return null
}
