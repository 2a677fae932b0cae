import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { DocumentKind } from '../../src/domain/kyc/document.ts';
import { decideKyc } from '../../src/engine/desk/merchants/decide-kyc.ts';
import { lookAtDocument } from '../../src/engine/desk/merchants/merchant-file.ts';
import { addDocuments, type KycServices } from '../../src/engine/kyc/documents.ts';
import { saveProfiles, submitProfiles } from '../../src/engine/kyc/profiles.ts';
import { type Kyc, showKyc } from '../../src/engine/kyc/show.ts';
import { createMerchants } from '../../src/engine/merchants.ts';
import { openWorld, type World } from '../collection/world.ts';
import { jpeg, pdf, png } from './files.ts';

export const OWNER = { id: '0198c5a2-0000-7000-8000-00000000000a', email: 'owner@alpha.example.com' };
export const STAFF = { actor: 'desk@chari.example.com', note: 'the register says so' };

/** A profile that lacks nothing. */
export const COMPLETE: Readonly<Record<string, string>> = {
  legal_name: 'Alpha Commerce SARL',
  trade_name: 'Chez Alpha',
  legal_form: 'sarl',
  rccm: 'TC/NDJ/17-B-2345',
  nif: '600012345',
  address: 'Avenue Charles de Gaulle, N’Djamena',
  activity: 'Vente de tissus et de vêtements',
  representative_name: 'La gérante',
  representative_role: 'Gérante',
  representative_phone: '66 00 00 01',
  identity_kind: 'national_card',
  identity_number: 'TD 1234567',
};

export type KycWorld = {
  world: World;
  services: KycServices;
  /** A merchant that has nothing yet. */
  merchant: (name?: string) => Promise<string>;
  /** Writes everything, without handing it in. */
  complete: (merchant_id: string) => Promise<void>;
  submit: (merchant_id: string) => Promise<number>;
  show: (merchant_id: string) => Promise<Kyc>;
  /** Opens every document of what was handed in last. */
  look: (merchant_id: string, by?: { actor: string; note: string }) => Promise<void>;
  approve: (merchant_id: string, version: number) => Promise<string>;
  sendBack: (merchant_id: string, version: number) => Promise<string>;
};

export const FILES: Readonly<Record<DocumentKind, Buffer>> = {
  registration: pdf(),
  identity: jpeg(),
  tax: png(),
};

export async function openKycWorld(): Promise<KycWorld> {
  const world = await openWorld();
  const services: KycServices = { ...world.services, secret_key: Buffer.alloc(32, 7), randomBytes };
  await world.rows(
    `insert into accounts (id, email, name, language, email_verified_at, created_at) values ($1, $2, 'The owner', 'fr', $3, $3)`,
    [OWNER.id, OWNER.email, world.now],
  );
  const show = async (merchant_id: string): Promise<Kyc> => {
    const [kyc] = await showKyc(services, [merchant_id]);
    if (!kyc) throw new Error(`no merchant ${merchant_id}`);
    return kyc;
  };
  const decide = async (command: Parameters<typeof decideKyc>[1][number]) =>
    (await decideKyc(services, [command]))[0]?.kind ?? '';
  return {
    world,
    services,
    show,
    merchant: async (name = 'Alpha') => {
      const [made] = await createMerchants(services, [{ name, fee_basis_points: 0 }]);
      if (made?.kind !== 'created') throw new Error('no merchant');
      return made.merchant.id;
    },
    complete: async (merchant_id) => {
      await saveProfiles(services, [{ merchant_id, by: OWNER, typed: COMPLETE }]);
      const kinds = Object.keys(FILES) as DocumentKind[];
      await addDocuments(
        services,
        kinds.map((kind) => ({ merchant_id, by: OWNER, kind, name: `${kind}.bin`, bytes: FILES[kind] })),
      );
    },
    submit: async (merchant_id) => {
      const [outcome] = await submitProfiles(services, [{ merchant_id, by: OWNER }]);
      if (outcome?.kind !== 'submitted') throw new Error(JSON.stringify(outcome));
      return outcome.version;
    },
    look: async (merchant_id, by = STAFF) => {
      const { submissions } = await show(merchant_id);
      const documents = submissions[0]?.documents ?? [];
      await Promise.all(
        documents.map(({ id: document_id }) => lookAtDocument(services, { merchant_id, document_id, ...by })),
      );
    },
    approve: (merchant_id, version) => decide({ merchant_id, version, verdict: 'approve', ...STAFF }),
    sendBack: (merchant_id, version) =>
      decide({
        merchant_id,
        version,
        verdict: 'send_back',
        words: { nif: 'Le numéro est illisible.' },
        ...STAFF,
      }),
  };
}
