/** Safe in the browser. */

/** From who may do most to who may do least; each may do all that those after it may. */
export const ROLES = ['owner', 'editor', 'uploader'] as const
export type Role = (typeof ROLES)[number]

/** What something takes: a role, or else to have added the paper (`adder-of-file`: all papers with its bytes), or to have sent
 * the file to the inbox. */
export type Need = Role | 'adder' | 'adder-of-file' | 'sender'

export const ROLE_NAMES: Record<Role, string> = { owner: 'Owner', editor: 'Editor', uploader: 'Uploader' }
export const ROLE_DUTIES: Record<Role, string> = {
  owner: 'May do everything, accounts and prices included.',
  editor: 'Changes papers, answers, announcements and exam dates.',
  uploader: 'Adds papers, and edits those they added. Deletes nothing for good.',
}

/** The parts of the centre's document that an editor may change. */
export const EDITORS_PARTS = ['announcements', 'exams'] as const

export function reaches(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(least)
}

/** `addedBy` is the id of whoever added the paper, null where nobody knows. */
export function mayChangePaper({ id, role }: { id: string; role: Role }, addedBy: string | null): boolean {
  return reaches(role, 'editor') || addedBy === id
}

const NEEDED: Record<Need, string> = {
  owner: 'Only an owner may do this.',
  editor: 'Only an editor or an owner may do this.',
  uploader: 'Only who has an account may do this.',
  adder: 'Only whoever added this paper, an editor or an owner may change it.',
  sender: 'Only whoever sent this file, an editor or an owner may take it away.',
  'adder-of-file':
    'This file is somebody else’s paper, too: only an editor or an owner may change its questions.',
}

/** What is needed, what one has, and whom to ask: owners by their emails. */
export function describeNeed(need: Need, { role, owners }: { role: Role; owners: string[] }): string {
  return `${NEEDED[need]} ${roleRefusal(role, owners)}`
}

export function roleRefusal(role: Role, owners: string[]): string {
  return `Your account is an ${role}’s; ask ${owners.slice(0, 2).join(' or ') || 'an owner'}.`
}
