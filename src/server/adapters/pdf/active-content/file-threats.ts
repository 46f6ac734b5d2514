/** Texts come without spaces, line ends and zero bytes. */

/** Extensions of files that are run when opened. */
const RUNS =
  /\.(?:exe|com|scr|pif|bat|cmd|msi|msp|mst|msc|cpl|dll|sys|lnk|url|scf|inf|reg|hta|chm|jse?|mjs|vbs?|vbe|wsf?|wsh|sct|ps1|psm1|ps1xml|psc1|jar|jnlp|class|sh|bash|command|app|apk|dmg|pkg|deb|rpm|run|bin|elf|gadget|application|appx|msix|xll|py|pyw|rb|pl|php|docm|xlsm|pptm|dotm|xlam|iso|img|vhdx?)$/i
const MOST_ROUNDS = 3
/** Programs of Linux, Java and macOS, and shortcuts of Windows. */
const PROGRAMS = ['7f454c46', 'cafebabe', 'cffaedfe', 'cefaedfe', 'feedfacf', 'feedface', '4c000000']

export function isProgramName(name: string): boolean {
  // Windows drops dots at the end, and what follows a colon.
  return RUNS.test(name.replace(/:[^\\/]*$/, '').replace(/\.+$/, ''))
}

export function isProgram(start: Buffer): boolean {
  const text = start.toString('latin1')
  // A text table may begin with MZ, too, but holds no zero byte.
  if (text.startsWith('MZ')) return start.includes(0)
  return /^#!\s*\//.test(text) || PROGRAMS.includes(start.toString('hex', 0, 4))
}

/** Opening a path to another computer tells that computer who the reader is. */
export function isNetworkPath(path: string): boolean {
  const plain = decoded(withoutByteOrderMark(path))
  if (/^[\\/]{2}/.test(plain)) return true
  if (/^file:/i.test(plain))
    return !/^file:(?:[\\/](?![\\/])|[\\/]{3}(?![\\/])|\/\/localhost\/|[^\\/])/i.test(plain)
  return /^(?:https?|ftps?|sftp|smb|davs?|webdavs?|nfs):/i.test(plain)
}

export function isScriptAddress(address: string): boolean {
  return /^(?:javascript|vbscript):/i.test(decoded(withoutByteOrderMark(address)))
}

function withoutByteOrderMark(text: string) {
  return text.replace(/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/, '')
}

/** Also decodes what was encoded twice; drops control characters as browsers do. */
function decoded(text: string): string {
  let plain = text
  for (let round = 0; round < MOST_ROUNDS && plain.includes('%'); round++) {
    plain = plain.replace(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
  }
  return plain.replace(/[\0-\x20]/g, '')
}
