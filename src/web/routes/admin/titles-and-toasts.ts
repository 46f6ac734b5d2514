import { rootDataOf } from '#web/centre/use-centre.ts'

/** What toasts of the admin area say, as the specification has it. */
export const UPLOADED = 'File uploaded successfully'
export const NOT_UPLOADED = 'Error uploading file'
export const DELETED = 'PDF deleted successfully'
export const NOT_DELETED = 'Error deleting PDF'

/** An admin page's `meta`. */
export function adminMeta(title: string) {
  return ({ matches }: { matches: Parameters<typeof rootDataOf>[0] }) => [
    { title: `${title} · ${rootDataOf(matches).centre.name}` },
    { name: 'robots', content: 'noindex' },
  ]
}
