import { describe, expect, test } from "vitest";
import { isDetail } from "./company-details.ts";

describe("a detail of the company", () => {
  test.each([
    ["companyNo", "za", "2015/123456/07"],
    ["companyNo", "za", "CK1999/012345/23"],
    ["companyNo", "uk", "01234567"],
    ["companyNo", "uk", "SC123456"],
    ["companyNo", "usa", "12-3456789"],
    ["companyNo", "usa", "C1234567"],
    ["vatNo", "za", "4123456789"],
    ["vatNo", "za", "412 345 6789"],
    ["vatNo", "uk", "GB 980 7806 84"],
    ["vatNo", "uk", "980780684"],
    ["whatsappUrl", "za", "https://wa.me/27821234567"],
    ["whatsappUrl", "za", "https://wa.me/message/ABCDEFGHIJ1234"],
    ["whatsappUrl", "usa", ""],
    ["companyNo", "za", ""],
    ["vatNo", "usa", ""],
  ] as const)("%s of %s can be %j", (field, region, typed) => {
    expect(isDetail(field, typed, region)).toBe(true);
  });

  // shows T367
  test.each([
    ["companyNo", "za", "Pay EFT to FNB 62001234567"],
    ["companyNo", "za", "62001234567"],
    ["companyNo", "za", "2015/123456/07 FNB 62001234567"],
    ["companyNo", "za", "6200/123456/07"],
    ["companyNo", "za", "SC123456"],
    ["companyNo", "uk", "2015/123456/07"],
    ["companyNo", "uk", "SC123456\n12345678"],
    ["companyNo", "usa", "EFT 12-3456789"],
    ["vatNo", "za", "5123456789"],
    ["vatNo", "za", "FNB 4123456789"],
    ["vatNo", "za", "41234567890"],
    ["vatNo", "uk", "123456789"],
    ["vatNo", "usa", "12-3456789"],
    ["whatsappUrl", "za", "https://wa.me.evil.test/27821234567"],
    ["whatsappUrl", "za", "https://evil.test/wa.me/27821234567"],
    ["whatsappUrl", "za", "https://wa.me/27821234567?text=Pay%20FNB%2062001234567"],
    ["whatsappUrl", "za", "http://wa.me/27821234567"],
  ] as const)("%s of %s cannot be %j", (field, region, typed) => {
    expect(isDetail(field, typed, region)).toBe(false);
  });
});
