/** In a tab of its own; a file that cannot be had closes it again. */
export async function openPdf(getting: Promise<Blob | null | undefined>): Promise<void> {
  // Safari opens no window once something has been waited for; with `noopener` its address could not be set.
  const opened = window.open('', '_blank')
  const file = await getting.catch(() => null)
  if (!opened) return
  opened.opener = null
  if (!file) return opened.close()
  const address = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
  opened.location.replace(address)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
