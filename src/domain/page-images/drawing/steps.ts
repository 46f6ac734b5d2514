/** In this order for all files: page 1, the text of all pages, pages that visitors ask for, the other pages. The database
 * says at which one a file is. */
export const STEPS = { firstPage: 1, texts: 2, asked: 3, pictures: 4 } as const
/** Added for files of answers, so that these come after all papers. */
export const ANSWERS_LATER = 4
