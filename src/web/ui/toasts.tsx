import { Toast } from '@base-ui/react/toast'
import { Check, CircleAlert, X } from 'lucide-react'

const TOAST_MS = 4_000
const manager = Toast.createToastManager()

/** A button in a toast, which closes it. */
export type ToastAction = { name: string; act: () => void }

/** Says for four seconds, longer while it is hovered or focused, that something was done. */
export function toastSuccess(text: string, action?: ToastAction) {
  const id = manager.add({
    title: 'Operation Success !',
    description: text,
    type: 'success',
    timeout: TOAST_MS,
    actionProps: action && {
      children: action.name,
      onClick: () => {
        manager.close(id)
        action.act()
      },
    },
  })
}

/** Says for four seconds that something failed. */
export function toastFailure(text: string) {
  manager.add({
    title: 'Operation Failed !',
    description: text,
    type: 'failure',
    timeout: TOAST_MS,
    priority: 'high',
  })
}

/** Where toasts appear; once on a page that makes any. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} timeout={TOAST_MS}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 left-4 z-30 flex flex-col gap-3 md:left-auto md:w-80">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast" data-kind={toast.type}>
      <Toast.Content className="flex items-start gap-3">
        <ToastMark failed={toast.type === 'failure'} />
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-bold text-base tracking-normal" />
          <Toast.Description className="leading-snug" />
          {toast.actionProps && (
            <Toast.Action className="action">
              <span className="sweeps">{toast.actionProps.children}</span>
            </Toast.Action>
          )}
        </div>
        <Toast.Close aria-label="Dismiss" className="-my-2 -mr-2 grid size-11 shrink-0 place-items-center">
          <X aria-hidden="true" className="size-4.5" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

function ToastMark({ failed }: { failed: boolean }) {
  const Mark = failed ? CircleAlert : Check
  return <Mark aria-hidden="true" className="toast-mark size-5.5" strokeWidth={2.5} />
}
