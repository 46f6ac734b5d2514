import { notHere } from './not-here.ts'

/** Where a browser arrives that was shown a paper whose file is gone since. */
export function loader() {
  throw notHere(
    'This paper is no longer here; it may have been deleted. Search for another, or look through the lists.',
  )
}

export default function GoneFile() {
  return null
}
