declare module 'virtual:own-colours.css'
