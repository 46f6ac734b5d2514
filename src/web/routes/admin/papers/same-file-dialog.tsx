import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { DeskPaper } from '#domain/catalogue/desk-paper.ts'
import type { Twin } from '#domain/catalogue/twin.ts'
import { hashFile } from '../upload/look-at-file.ts'
import { There } from '../upload/twin-dialog.tsx'
import type { DeskCall } from './desk-calls.ts'
import '../upload/tray-dialogs.css'

/** Other papers whose PDF has the same bytes as this file; without an answer it is not known of any. */
export async function findSameFile(call: DeskCall, { id }: DeskPaper, file: File): Promise<Twin[]> {
  const sha256 = await hashFile(file).catch(() => null)
  if (!sha256) return []
  const json = { files: [{ key: 'chosen', sha256 }] }
  const answer = await call<{ twins: Record<string, Twin[]> }>('/twins', { method: 'POST', json })
  return answer.ok ? (answer.body.twins.chosen ?? []).filter(({ paper }) => paper.id !== id) : []
}

/** Asks, before a PDF is replaced, when the chosen file is another paper's already; `twins` are those papers. */
export function SameFileDialog({
  twins,
  onReplace,
  onSkip,
}: {
  twins: Twin[]
  onReplace: () => void
  onSkip: () => void
}) {
  const [twin] = twins
  return (
    <AlertDialog.Root open={twin !== undefined} onOpenChange={(next) => !next && onSkip()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="mb-1 text-2xl">Another paper has this file already</AlertDialog.Title>
          <AlertDialog.Description className="mb-4 text-quiet">
            {`Byte for byte the same. Replace anyway, and ${twins.length > 1 ? `${twins.length} other papers and this one` : 'both papers'} show the same PDF.`}
          </AlertDialog.Description>
          {twin && <There twin={twin} />}
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
