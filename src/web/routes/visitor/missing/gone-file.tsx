import { notHere } from './not-here.ts'

/** The server redirects here when an opened file has been deleted. */
export function loader() {
  throw notHere(
    'This paper is no longer here; it may have been deleted. Search for another, or look through the lists.',
  )
}

export default function GoneFile() {
  return null
}
