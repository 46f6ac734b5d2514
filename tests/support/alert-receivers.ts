import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'

type Posted = { path: string; headers: Record<string, unknown>; body: Record<string, string> }

/** Takes what is posted to it; `answer` is set to what it answers with. */
export async function startWebhook() {
  const posted: Posted[] = []
  const hook = { answer: { status: 200, location: '' } }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    posted.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) })
    const { status, location } = hook.answer
    response.writeHead(status, location ? { Location: location } : {}).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(hook, {
    port,
    url: `http://127.0.0.1:${port}/hook/a-secret-of-the-address`,
    posted,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

type Received = { from: string; to: string[]; subject: string; text: string }

/** As much of SMTP as a mail needs, without TLS; `hangs`: it accepts connections and says nothing. */
export async function startSmtp({ hangs = false } = {}) {
  const mails: Received[] = []
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (!hangs) converse(socket, (mail) => mails.push(mail))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function converse(socket: Socket, receive: (mail: Received) => void) {
  let [from, text, isData] = ['', '', false]
  let to: string[] = []
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 test ready')
  let rest = ''
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isData && line !== '.') text += `${line.replace(/^\.\./, '.')}\n`
      else if (isData) {
        receive({ from, to, ...parseMail(text) })
        ;[from, text, isData, to] = ['', '', false, []]
        say('250 taken')
      } else if (/^MAIL FROM/i.test(line)) {
        from = /<(.*?)>/.exec(line)?.[1] ?? ''
        say('250 ok')
      } else if (/^RCPT TO/i.test(line)) {
        to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
        say('250 ok')
      } else if (line === 'DATA') {
        isData = true
        say('354 go on')
      } else if (line === 'QUIT') socket.end('221 bye\r\n')
      else say('250 ok')
    }
  })
}

function parseMail(source: string) {
  const [head = '', ...body] = source.split('\n\n')
  const headers = head.replace(/\n[ \t]+/g, ' ')
  const subject = /^Subject: (.*)$/m.exec(headers)?.[1] ?? ''
  const joined = body.join('\n\n')
  const isQuoted = /quoted-printable/i.test(headers)
  return { subject: decodeWords(subject), text: isQuoted ? decodeQuoted(joined) : joined }
}

function decodeQuoted(text: string) {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function decodeWords(text: string) {
  return text.replace(/=\?UTF-8\?Q\?(.*?)\?=\s*/gi, (_, coded: string) =>
    decodeQuoted(coded.replaceAll('_', ' ')),
  )
}
