type Position = { latitude: number; longitude: number }

/** Half the map's extent in degrees: about a kilometre each way in Chennai. */
const REACH = { latitude: 0.006, longitude: 0.012 }
/** Where Web Mercator ends, in degrees north and south. */
const MAP_EDGE = 85.05

/** At the poles and the date line the map is shifted, not cut. */
export function embeddedMap({ latitude, longitude }: Position): string {
  const middle = within(MAP_EDGE - REACH.latitude, latitude)
  const meridian = within(180 - REACH.longitude, longitude)
  const box = [
    meridian - REACH.longitude,
    middle - REACH.latitude,
    meridian + REACH.longitude,
    middle + REACH.latitude,
  ]
  const pin = `${degrees(latitude)},${degrees(longitude)}`
  return `https://www.openstreetmap.org/export/embed.html?bbox=${box.map(degrees).join(',')}&layer=mapnik&marker=${pin}`
}

export function wholeMap({ latitude, longitude }: Position): string {
  const [north, east] = [degrees(latitude), degrees(longitude)]
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`
}

export function directions({ latitude, longitude }: Position): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${degrees(latitude)},${degrees(longitude)}`
}

/** 13.0827° N, 80.2707° E */
export function inDegrees({ latitude, longitude }: Position): string {
  return `${degrees(Math.abs(latitude))}° ${latitude < 0 ? 'S' : 'N'}, ${degrees(Math.abs(longitude))}° ${longitude < 0 ? 'W' : 'E'}`
}

function within(most: number, value: number) {
  return Math.min(most, Math.max(-most, value))
}

/** To a tenth of a metre, never in exponent notation. */
function degrees(value: number) {
  return value
    .toFixed(6)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
}
