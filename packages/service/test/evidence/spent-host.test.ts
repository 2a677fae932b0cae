import { describe, test } from 'vitest';
import { playsOfFile } from './play.ts';

const play = playsOfFile();

describe('A cancelled session whose quarantine is over', () => {
  test('is no reason to doubt a deposit by an agent for who shared its number', () =>
    play(`
      session a 5000 payer 66000001 by rival
      session b 5000 payer 66000002 ttl 60
      cancel a
      wait 35min
      sms m cash-in 5000
      b -> SUCCESS
    `));
  test('which is paid without it as well', () =>
    play(`
      session b 5000 payer 66000002 ttl 60
      wait 35min
      sms m cash-in 5000
      b -> SUCCESS
    `));
});

describe('Nor is it where the operator hides digits', () => {
  test('of who paid, and its payer’s fit', () =>
    play(`
      session a 5000 payer 66111102 by rival
      session b 5000 payer 66000002 ttl 60
      cancel a
      wait 35min
      paid b from "66 •• •• 02"
      b -> SUCCESS
    `));
  test('which is paid without it as well', () =>
    play(`
      session b 5000 payer 66000002 ttl 60
      wait 35min
      paid b from "66 •• •• 02"
      b -> SUCCESS
    `));
});
