let isGone = false

/** For an account that was disabled: loads /login, which says why. */
export function goToLogin(): void {
  isGone = true
  location.assign('/login')
}

/** Asks whether to leave what is not sent or kept yet, unless the account was disabled: then it can be sent no more. */
export function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (!isGone) event.preventDefault()
}
