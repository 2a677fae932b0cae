import { Buffer } from 'node:buffer';
import { DOCUMENT_KINDS, type DocumentKind } from '../../domain/kyc/document.ts';

/** What an invented shop says of itself. */
export const DEMO_PROFILE: Readonly<Record<string, string>> = {
  legal_name: 'Pharmacie de démonstration SARL',
  trade_name: 'Demo pharmacy',
  legal_form: 'sarl',
  rccm: 'TC/NDJ/20-B-1001',
  nif: '600099999',
  address: 'Avenue de l’Exemple, N’Djamena',
  activity: 'Vente de médicaments',
  representative_name: 'La gérante',
  representative_role: 'Gérante',
  representative_phone: '66 00 00 11',
  identity_kind: 'national_card',
  identity_number: 'TD 0000001',
};

const NAMES: Readonly<Record<DocumentKind, string>> = {
  registration: 'registre.pdf',
  identity: 'identite.pdf',
  tax: 'impots.pdf',
};

/** A document of each kind that is asked for: one page that says that it proves nothing. */
export function demoDocuments(): { kind: DocumentKind; name: string; bytes: Buffer }[] {
  return DOCUMENT_KINDS.map((kind) => ({
    kind,
    name: NAMES[kind],
    bytes: onePage(`Un exemple (${NAMES[kind]}), qui ne prouve rien.`),
  }));
}

/**
 * A PDF of one line that any viewer opens.
 * @param line letters of ASCII without brackets
 */
function onePage(line: string): Buffer {
  const drawn = `BT /F1 16 Tf 60 760 Td (${line.replaceAll(/[()\\]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
