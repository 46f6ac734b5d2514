declare module 'virtual:own-colours.css'
declare module 'virtual:subject-hues.css'
