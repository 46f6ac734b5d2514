import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { Duplicate } from '#domain/duplicates/duplicate.ts'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { callAdmin } from '#web/routes/admin/client/call-admin.ts'
import { hashFile } from '#web/routes/admin/files/hash-file.ts'
import { There } from '#web/routes/admin/inbox/dialogs/duplicate-dialog.tsx'
import '#web/routes/admin/inbox/dialogs/inbox-dialogs.css'

/** By SHA-256; empty when it could not be looked up. */
export async function findSameFile({ id }: DeskPaper, file: File): Promise<Duplicate[]> {
  const sha256 = await hashFile(file).catch(() => null)
  if (!sha256) return []
  const json = { files: [{ key: 'chosen', sha256 }] }
  const found = await callAdmin((api) => api.duplicates.$post({ json })).catch(() => null)
  return (found?.duplicates.chosen ?? []).filter(({ paper }) => paper.id !== id)
}

export function SameFileDialog({
  duplicates,
  onReplace,
  onSkip,
}: {
  duplicates: Duplicate[]
  onReplace: () => void
  onSkip: () => void
}) {
  const [duplicate] = duplicates
  return (
    <AlertDialog.Root open={duplicate !== undefined} onOpenChange={(next) => !next && onSkip()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="mb-1 text-2xl">Another paper has this file already</AlertDialog.Title>
          <AlertDialog.Description className="mb-4 text-quiet">
            {`Byte for byte the same. Replace anyway, and ${duplicates.length > 1 ? `${duplicates.length} other papers and this one` : 'both papers'} show the same PDF.`}
          </AlertDialog.Description>
          {duplicate && <There duplicate={duplicate} />}
          <div className="mt-5 flex flex-wrap gap-3">
            <button type="button" className="button" onClick={onSkip}>
              Skip
            </button>
            <button type="button" className="button button-line" onClick={onReplace}>
              Replace anyway
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
