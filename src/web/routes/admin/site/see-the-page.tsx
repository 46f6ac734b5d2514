import { Dialog } from '@base-ui/react/dialog'
import { Eye } from 'lucide-react'
import { SitePreview, type SitePreviewProps } from './site-preview.tsx'

/**
 * Where the preview stands below the form, it opens over it, so that nobody scrolls there and back while typing; and
 * where a desktop's page is drawn smaller beside the form.
 */
export function SeeThePage(preview: Omit<SitePreviewProps, 'isOver'>) {
  return (
    <Dialog.Root>
      <Dialog.Trigger
        className={preview.size === 'phone' ? 'button button-line lg:hidden' : 'button button-line'}
        title="See the page"
      >
        <Eye aria-hidden="true" className="size-5" />
        <span className="see-the-page">See the page</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog site-preview-over">
          <SitePreview {...preview} isOver />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
