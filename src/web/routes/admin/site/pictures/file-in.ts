/** The first file that was dropped or pasted; pages that are copied come with text beside. */
export function fileIn(transfer: DataTransfer): File | null {
  const files = [...transfer.files]
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0] ?? null
}
