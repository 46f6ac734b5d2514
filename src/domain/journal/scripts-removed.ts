/** Recorded for a PDF that was rewritten without its scripts. Safe in the browser. */
export const SCRIPTS_REMOVED = { scriptsRemoved: true } as const

export const SCRIPTS_ACTION = 'scripts removed'
