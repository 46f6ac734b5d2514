import { Copy } from 'lucide-react'
import { toastFailure, toastSuccess } from '#web/ui/toasts/toasts.tsx'

export function CopyButton({ text, name }: { text: string; name: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toastSuccess('Copied.')
    } catch {
      toastFailure('This browser does not let the page copy. Select the text and copy it yourself.')
    }
  }
  return (
    <button type="button" className="button button-line" onClick={() => void copy()}>
      <Copy aria-hidden="true" className="size-4.5" /> {name}
    </button>
  )
}
