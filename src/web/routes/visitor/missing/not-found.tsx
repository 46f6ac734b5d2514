import { notHere } from './not-here.ts'

export function loader() {
  throw notHere('There is no page at this address.')
}

export default function NotFound() {
  return null
}
