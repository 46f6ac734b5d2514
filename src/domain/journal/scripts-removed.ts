/** What the journal says of a PDF that was written anew without its scripts. Safe in the browser. */
export const SCRIPTS_REMOVED = { scriptsRemoved: true } as const

/** The change by which a file of the inbox was written anew; its subject is the upload. */
export const SCRIPTS_ACTION = 'scripts removed'
