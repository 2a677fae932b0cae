import { test } from 'vitest';
import { perform, scene } from './play.ts';

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

// Whoever paid before a lost payment and after it knows the gap that it left. A message without a time may be older than it
// says, so it fills the gap, but its money came before the SIM was read: who asked for that sum since is not paid by it.
test('A message without a time that fills an old gap pays no session that was made after the gap was found', () =>
  scene((stage) =>
    perform(
      stage,
      `late p credit 5000
      wait 5min
      anchor
      wait 45min
      session v 5000 by rival
      wait 1min
      sms f told "Trans. id : 2611211582330. Vous avez reçu 5.000,00 FCFA de 23566123456. Le solde de votre compte Airtel Money est de 67410,00 FCFA."
      wait 1min
      unpaid v -> yes`,
    ),
  ));

// Each try is a credit of another sum and a debit of what it is too much: together they tell of the very sum that is late.
test('Who tries many balances with a credit and a debit that make the sum of a late payment is paid nothing by the reading', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      session h 195000 payer 66777001 ttl 60
      session v 195030 payer 66123456 by rival ttl 60
      late p credit 195000 from 66777001
      ${lines(60, (n) => {
        const start_xaf = 62_410 + 1000 * (n - 30);
        return `sms f${n} forged ${195_000 + n} balance ${start_xaf + 195_000 + n}
        sms g${n} told "Trans.ID: PP261121.1200.B9${1000 + n}. Vous avez envoye ${n} FCFA au 66999999. Votre solde disponible est ${start_xaf + 195_000} FCFA."`;
      })}
      wait 1min
      anchor
      unpaid v -> yes`,
    ),
  ));
