import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { ORIGIN } from './identity-site.ts'

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

type Options = { challenge: string; rpId?: string; rp?: { id: string } }
type Signed = { origin?: string; rpId?: string; counter?: number; verified?: boolean; userHandle?: string }

/** A passkey as a phone keeps it (ES256), which also does what no honest phone does. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(24)
  const flagsOf = (verified: boolean) => PRESENT | (verified ? VERIFIED : 0)

  function clientData(type: string, { challenge }: Options, origin: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function authenticatorData(rpId: string, flags: number, counter: number, more = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const hash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([hash, Buffer.from([flags]), count, more])
  }

  return {
    id: id.toString('base64url'),
    /** What `navigator.credentials.create` returns. */
    register(options: Options, { origin = ORIGIN, rpId, verified = true }: Signed = {}) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const host = rpId ?? options.rp?.id ?? ''
      const authData = authenticatorData(host, flagsOf(verified) | ATTESTED, 0, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** What `navigator.credentials.get` returns. */
    assert(
      options: Options,
      { origin = ORIGIN, rpId, counter = 0, verified = true, userHandle }: Signed = {},
    ) {
      const data = authenticatorData(rpId ?? options.rpId ?? '', flagsOf(verified), counter)
      const client = clientData('webauthn.get', options, origin)
      const hash = createHash('sha256').update(client).digest()
      const signature = sign('sha256', Buffer.concat([data, hash]), privateKey)
      return {
        ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' },
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle && { userHandle: Buffer.from(userHandle).toString('base64url') }),
        },
      }
    },
  }
}

/** RFC 8949, as far as a key and its attestation need it. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (!(value instanceof Map)) throw new Error('cannot be written as CBOR')
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, length: number) {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
