/** How a PDF is asked to be taken without its scripts. Safe in the browser. */

/** The header of an upload that asks for it, with the value `remove`. */
export const SCRIPTS_HEADER = 'Active-Content'
/** The code of a refusal after which it may be asked for. */
export const REMOVABLE = 'active-content'
