import { Toast } from '@base-ui/react/toast'
import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFreePlace } from './toast-place.ts'

const TOAST_MS = 4_000
const AT_MOST = 3
/** How long resting the pointer on toasts keeps them, in milliseconds. */
const HOVER_MS = 20_000
const manager = Toast.createToastManager()

/** A button in a toast, which closes it. */
export type ToastAction = { name: string; act: () => void }

type Kind = 'success' | 'failure'

/** The toasts that stand, the newest first. */
let standing: { id: string; words: string }[] = []

/** Says for four seconds, longer while it is hovered or focused, that something was done. */
export function toastSuccess(text: string, action?: ToastAction) {
  const id = add('success', 'Operation Success !', text, {
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
  add('failure', 'Operation Failed !', text, { priority: 'high' })
}

/** The new one comes before the old one goes: the focus passes on, and screen readers hear it again. */
function add(kind: Kind, title: string, text: string, more: Partial<Parameters<typeof manager.add>[0]>) {
  const words = `${kind} ${text}`
  const elder = standing.find((one) => one.words === words)
  const id = manager.add({
    ...{ title, description: text, type: kind, ...more },
    onClose: () => {
      standing = standing.filter((one) => one.id !== id)
    },
  })
  standing = [{ id, words }, ...standing]
  const going = elder ? [elder] : standing.slice(AT_MOST)
  standing = standing.filter((one) => !going.includes(one))
  for (const { id: old } of going) {
    manager.update(old, { data: { isReplaced: true } })
    manager.close(old)
  }
  return id
}

/** Where toasts appear; once on a page that makes any. */
export function Toasts() {
  // How long each stays is decided here: the library would keep all of them as long as the pointer rests on one.
  return (
    <Toast.Provider toastManager={manager} timeout={0}>
      <Toast.Portal>
        <ToastList />
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  const { isHeld, hold } = useHold(toasts.length > 0)
  const place = useFreePlace(toasts)
  return (
    <Toast.Viewport ref={place} className="toasts" {...hold}>
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          toast={toast}
          className="toast"
          data-kind={toast.type}
          data-replaced={toast.data?.isReplaced}
        >
          <Fades id={toast.id} isHeld={isHeld} />
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
            <Toast.Close
              aria-label="Dismiss"
              className="-my-2 -mr-2 grid size-11 shrink-0 place-items-center"
            >
              <X aria-hidden="true" className="size-4.5" />
            </Toast.Close>
          </Toast.Content>
        </Toast.Root>
      ))}
    </Toast.Viewport>
  )
}

/**
 * Whether the toasts are kept: the pointer has rested on them for less than 20 s, the keyboard is in them, or another
 * window is being looked at.
 */
function useHold(areThere: boolean) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const leave = () => setAway(true)
    const comeBack = () => setAway(false)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', comeBack)
    }
  }, [])
  useEffect(() => {
    if (!isHovered) return
    const timer = setTimeout(() => setHovered(false), HOVER_MS)
    return () => clearTimeout(timer)
  }, [isHovered])
  // What goes under the pointer tells nothing of its leaving.
  useEffect(() => {
    if (areThere) return
    setHovered(false)
    setFocused(false)
  }, [areThere])
  const hold = {
    onPointerEnter: (event: React.PointerEvent) => setHovered(event.pointerType !== 'touch'),
    onPointerLeave: () => setHovered(false),
    onFocus: (event: React.FocusEvent) => setFocused(event.target.matches(':focus-visible')),
    onBlur: (event: React.FocusEvent) =>
      setFocused((was) => was && event.currentTarget.contains(event.relatedTarget)),
  }
  return { isHeld: isHovered || isFocused || isAway, hold }
}

/** Closes a toast when it has stood for its time, not counting while it is held. */
function Fades({ id, isHeld }: { id: string; isHeld: boolean }) {
  const [stay] = useState({ left: TOAST_MS })
  useEffect(() => {
    if (isHeld) return
    const began = performance.now()
    const timer = setTimeout(() => manager.close(id), stay.left)
    return () => {
      clearTimeout(timer)
      stay.left -= performance.now() - began
    }
  }, [id, isHeld, stay])
  return null
}

function ToastMark({ failed }: { failed: boolean }) {
  const Mark = failed ? CircleAlert : Check
  return <Mark aria-hidden="true" className="toast-mark size-5.5" strokeWidth={2.5} />
}
