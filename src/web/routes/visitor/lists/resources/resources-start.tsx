import { redirect } from 'react-router'
import type { Route } from './+types/resources-start'
import { readType } from './resources-path.ts'

/** Without a class the address means all papers of the type; without a type, all papers. */
export function loader({ params }: Route.LoaderArgs) {
  throw redirect(params.type === undefined ? '/practice' : `/resources/${readType(params.type)}/all/`, 301)
}

export default function ResourcesStart() {
  return null
}
