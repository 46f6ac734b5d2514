export function environmentOf(root: string): Record<string, string>
