import type { Script } from '#tests/support/made-scans.ts'

/** What is printed on made scans, a page of each script. */
export const SCANNED_TEXTS: Record<Script, string[]> = {
  Latin: [
    'CBSE Class 12 Physics',
    'State Gauss law in electrostatics. Derive an expression for the electric field due to an infinitely long straight uniformly charged wire. Define mutual inductance. Draw the circuit diagram of a full wave rectifier.',
    'What happens when phenol is treated with bromine water? Explain Kohlrausch law. Why do transition elements show variable oxidation states?',
    'A ladder 10 m long reaches a window 8 m above the ground. Find the distance of the foot of the ladder from the base of the wall.',
    'Write a letter to the editor of a newspaper about stray dogs in your locality. Read the following passage about the lighthouse keeper and answer the questions.',
    'Name the two blocs of the Cold War. Describe the Vellore revolt of 1806. What were the terms of the treaty of Versailles?',
  ],
  Devanagari: [
    'कृपया जाँच कर लें कि इस प्रश्न-पत्र में मुद्रित पृष्ठ 11 हैं।',
    'प्रश्न-पत्र में दाहिने हाथ की ओर दिए गए कोड नम्बर को छात्र उत्तर-पुस्तिका के मुख-पृष्ठ पर लिखें।',
    'कृपया प्रश्न का उत्तर लिखना शुरू करने से पहले, प्रश्न का क्रमांक अवश्य लिखें।',
    'इस प्रश्न-पत्र को पढ़ने के लिए 15 मिनट का समय दिया गया है। प्रश्न-पत्र का वितरण पूर्वाह्न में 10.15 बजे किया जाएगा।',
    'दो पूरक कोणों में से बड़े कोण का मान छोटे कोण से अठारह डिग्री अधिक है। दोनों कोण ज्ञात कीजिए।',
    'भारत की स्वतंत्रता में महात्मा गांधी का योगदान लिखिए।',
  ],
  Tamil: [
    'திருப்புதல் தேர்வு',
    'அகர முதல எழுத்தெல்லாம் ஆதி பகவன் முதற்றே உலகு. பிரித்து எழுதுக. வேற்றுமை உருபு என்றால் என்ன? சிலப்பதிகாரம் இயற்றியவர் யார்?',
    'பின்வரும் வினாக்களுக்கு விடை எழுதுக. சரியான விடையைத் தேர்ந்தெடுத்து எழுதுக.',
    'தமிழ்நாட்டின் முக்கிய ஆறுகள் யாவை? காவிரி ஆற்றின் சிறப்புகளைப் பற்றி எழுதுக.',
    'ஒரு முக்கோணத்தின் பரப்பளவைக் காண்க. இரண்டு வட்டங்கள் ஒன்றையொன்று தொடுகின்றன.',
  ],
}
