type Position = { latitude: number; longitude: number }

/** Half of what the map shows, in degrees: about a kilometre each way in Chennai. */
const REACH = { latitude: 0.006, longitude: 0.012 }
/** Where the flat map of the world ends, in degrees north and south. */
const MAP_EDGE = 85.05

/** The embedded map around a position, with a pin on it; at the poles and the date line it is moved, not cut. */
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

/** The same place on OpenStreetMap's own page. */
export function wholeMap({ latitude, longitude }: Position): string {
  const [north, east] = [degrees(latitude), degrees(longitude)]
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`
}

/** The way to it from wherever the reader is, as Google Maps tells it. */
export function directions({ latitude, longitude }: Position): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${degrees(latitude)},${degrees(longitude)}`
}

/** A position as it is read out and typed into a map: 13.0827° N, 80.2707° E. */
export function inDegrees({ latitude, longitude }: Position): string {
  return `${degrees(Math.abs(latitude))}° ${latitude < 0 ? 'S' : 'N'}, ${degrees(Math.abs(longitude))}° ${longitude < 0 ? 'W' : 'E'}`
}

function within(most: number, value: number) {
  return Math.min(most, Math.max(-most, value))
}

/** To a tenth of a metre, and never in powers of ten. */
function degrees(value: number) {
  return value
    .toFixed(6)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
}
