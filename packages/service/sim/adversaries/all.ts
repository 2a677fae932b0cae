import type { Adversary, Temper } from './adversary.ts';
import { createFlooder } from './flooder.ts';
import { createGuesser } from './guesser.ts';
import { createInsider } from './insider.ts';
import { createMuddled } from './muddled.ts';
import type { AdversaryName } from './names.ts';
import { createProber } from './prober.ts';
import { createReplayer } from './replayer.ts';
import { createRival } from './rival.ts';
import { createTrickster } from './trickster.ts';
import { createWatcher } from './watcher.ts';

const CREATE: Readonly<Record<AdversaryName, (temper: Temper) => Adversary>> = {
  guesser: createGuesser,
  watcher: createWatcher,
  insider: createInsider,
  flooder: createFlooder,
  replayer: createReplayer,
  trickster: createTrickster,
  rival: createRival,
  muddled: createMuddled,
  prober: createProber,
};

export const createAdversary = (name: AdversaryName, temper: Temper): Adversary => CREATE[name](temper);
