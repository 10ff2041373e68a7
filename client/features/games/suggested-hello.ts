// Suggested hellos for newcomers, which the greeter can edit before sending.
const hellos = [
  (name: string) => `Hi ${name}, welcome. I’ve been here for a while, so if you have any questions, just ask.`,
  (name: string) => `Welcome, ${name}. Nice to see someone new in the neighborhood. How do you like it so far?`,
  (name: string) => `Hello ${name}, good to have you here. What brings you?`,
  (name: string) => `Hi ${name}, I’m from the Welcome Committee and just wanted to say hello. Are you new in the area too?`,
] as const;

/** `fraction`, in [0, 1), selects the suggestion. */
export const suggestedHello = (name: string, fraction = Math.random()): string =>
  (hellos[Math.floor(fraction * hellos.length)] ?? hellos[0])(name);
