/** How long a deleted paper stays in the bin. */
export const BIN_DAYS = 30
