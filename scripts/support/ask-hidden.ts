/** Asks at the terminal without showing what is typed; Ctrl-C and Ctrl-D cancel, which rejects. */
export function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true).setEncoding('utf8').resume()
  return new Promise((resolve, reject) => {
    let typed = ''
    function done(settle: () => void) {
      stdin.off('data', read).setRawMode(false).pause()
      stderr.write('\n')
      settle()
    }
    function read(chunk: string) {
      for (const character of chunk) {
        if (character === '\r' || character === '\n') return done(() => resolve(typed))
        if (character === '\u0003' || character === '\u0004')
          return done(() => reject(new Error('Nothing was changed.')))
        typed =
          character === '\u007f' || character === '\b' ? [...typed].slice(0, -1).join('') : typed + character
      }
    }
    stdin.on('data', read)
  })
}
