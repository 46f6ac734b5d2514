export const SERVER_FLAGS: string[]
export function environmentOf(root: string): Record<string, string>
