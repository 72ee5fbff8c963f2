import type { OutputFile } from "../../5-bundle/bundle.ts";
import type { SbomOptions } from "../../5-bundle/provenance.ts";
import { type Bill, billOf } from "./bill.ts";
import { cyclonedx } from "./cyclonedx.ts";
import { spdx } from "./spdx.ts";

/** What a software bill of materials is made of beside the files. */
export interface SbomMaking {
  readonly compilerVersion: string;
  readonly options: SbomOptions;
}

/** The software bill of materials that lies beside a bundle: `files` are those that the bundling gave. */
export function sbomFile(workflow: Bill["workflow"], files: readonly OutputFile[], making: SbomMaking): OutputFile {
  const bill = billOf(workflow, files, making);
  const { write, ending } = formats[making.options.format];
  const name = bill.bundle.replace(/\.mjs$/, ending);
  return { kind: "text", name, text: `${JSON.stringify(write(bill), null, 2)}\n`, executable: false };
}

const formats = {
  cyclonedx: { write: cyclonedx, ending: ".cdx.json" },
  spdx: { write: spdx, ending: ".spdx.json" },
} as const;
