/** The pages that say by which rules the site is run, each a list of parts. Safe in the browser; imports nothing. */
export const POLICIES = ['privacy', 'terms', 'accessibility'] as const
export type Policy = (typeof POLICIES)[number]
export type PolicyPart = { heading: string; text: string }
