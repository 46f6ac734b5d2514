import { Dialog } from '@base-ui/react/dialog'

type ModalProps = Omit<Dialog.Root.Props, 'children'> & {
  title: React.ReactNode
  /** What it is about. */
  text?: React.ReactNode
  /** What opens it, where that is a button next to it. */
  opener?: React.ReactNode
  finalFocus?: Dialog.Popup.Props['finalFocus']
  children: React.ReactNode
}

export function Modal({ title, text, opener, finalFocus, children, ...root }: ModalProps) {
  return (
    <Dialog.Root {...root}>
      {opener}
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog" finalFocus={finalFocus}>
          <Dialog.Title className={`${text ? 'mb-1' : 'mb-4'} text-2xl`}>{title}</Dialog.Title>
          {text && <Dialog.Description className="mb-4 break-words text-quiet">{text}</Dialog.Description>}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Next to the button that does it. */
export function Cancel({ children = 'Cancel' }: { children?: string }) {
  return <Dialog.Close className="button button-line">{children}</Dialog.Close>
}
