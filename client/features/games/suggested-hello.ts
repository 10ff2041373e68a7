// Suggested hellos to a newcomer, which the greeter can change before sending.
const hellos = [
  (name: string) => `Hi ${name}, welcome. I have been around here for a while: if you wonder about anything, just ask.`,
  (name: string) => `Welcome, ${name}. Nice to see somebody new in the neighborhood. How do you like it so far?`,
  (name: string) => `Hello ${name}, good to have you here. What brings you?`,
  (name: string) => `Hi ${name}, I am from the Welcome Committee and only wanted to say hello. Are you new in the area too?`,
] as const;

/** `fraction`, in [0, 1), chooses which. */
export const suggestedHello = (name: string, fraction = Math.random()): string =>
  (hellos[Math.floor(fraction * hellos.length)] ?? hellos[0])(name);
