import { redirect } from 'react-router'

/** The papers are the first page that there is. */
export function loader() {
  return redirect('/practice')
}
