import { isIP, isIPv6 } from 'node:net'

/** What counts as one client: an IPv4 address, also IPv4-mapped, or the /64 that one IPv6 customer gets. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? ''
  if (!isIPv6(plain)) return address
  const groups = expand(new URL(`http://[${plain}]`).hostname.slice(1, -1))
  const [high, low] = [groups[6] ?? 0, groups[7] ?? 0]
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** What one customer may have many networks of: an IPv4 /24, as 203.0.113.x, or an IPv6 /48. */
export function neighbourhoodOf(address: string): string {
  const network = networkOf(address)
  if (isIP(network) === 4) return network.replace(/\d+$/, 'x')
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}

function expand(address: string): number[] {
  const [left = '', right] = address.split('::')
  const [start, end] = [readGroups(left), readGroups(right ?? '')]
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end]
}

function readGroups(text: string) {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}
