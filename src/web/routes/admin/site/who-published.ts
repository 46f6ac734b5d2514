import { authorName } from '../journal/describe-entry.ts'

/** "Meena has published meanwhile"; those who published by a command have no name. */
export function whoPublished(author: string): string {
  const who = author.includes('@') ? authorName(author) : 'Somebody else'
  return `${who} has published meanwhile`
}
