/**
 * Everybody who is out to cheat, in the order in which they act. Outsiders know what anybody can find out;
 * insiders know a SIM's exact balance, and only what they take between two anchors is bounded.
 */
export const ADVERSARIES = {
  guesser: 'outsider',
  watcher: 'insider',
  insider: 'insider',
  flooder: 'outsider',
  replayer: 'outsider',
  trickster: 'outsider',
  rival: 'outsider',
  muddled: 'outsider',
  prober: 'outsider',
} as const;

/** Those whose attack is a forged message: whoever sent none was not tried, whatever else he did. */
export const FORGERS: readonly string[] = ['guesser', 'prober', 'watcher', 'insider', 'flooder', 'replayer'];

export type AdversaryName = keyof typeof ADVERSARIES;

export const ADVERSARY_NAMES = Object.keys(ADVERSARIES) as AdversaryName[];

/** `all`, `none`, or names with commas; an error says which names there are. */
export function readAdversaries(text: string): AdversaryName[] {
  if (text === 'all') return ADVERSARY_NAMES;
  if (text === 'none') return [];
  return text.split(',').map((word) => {
    const name = ADVERSARY_NAMES.find((one) => one === word.trim());
    if (name === undefined)
      throw new Error(
        `no adversary is called "${word}": choose among ${ADVERSARY_NAMES.join(', ')}, or say all or none`,
      );
    return name;
  });
}
