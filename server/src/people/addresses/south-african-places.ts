/**
 * Towns and suburbs of South Africa with the post code of their street addresses, a province at a time:
 * `code town: suburb, suburb`. A line without suburbs is the town itself. A place that is missing is typed by hand.
 */
export const southAfricanPlaces: Readonly<Record<string, string>> = {
  "Western Cape": `
8001 Cape Town: Cape Town City Centre, Gardens, Oranjezicht, Tamboerskloof, Vredehoek, Zonnebloem, Bo-Kaap, Foreshore
8005 Cape Town: Green Point, Sea Point, Mouille Point, Three Anchor Bay, Fresnaye, Bantry Bay
8040 Cape Town: Camps Bay, Bakoven
7925 Cape Town: Woodstock, Salt River, Observatory, Walmer Estate, University Estate
7405 Cape Town: Pinelands, Ndabeni, Thornton, Maitland
7455 Cape Town: Langa
7700 Cape Town: Rondebosch, Newlands, Mowbray, Rosebank
7708 Cape Town: Claremont, Kenilworth, Harfield Village
7800 Cape Town: Wynberg, Plumstead, Diep River, Southfield, Ottery
7806 Cape Town: Constantia, Hout Bay, Llandudno
7945 Cape Town: Tokai, Bergvliet, Retreat, Kirstenhof, Muizenberg, Lakeside, Marina da Gama, Steenberg
7941 Cape Town: Grassy Park, Lotus River
7975 Cape Town: Fish Hoek, Kommetjie, Kalk Bay, Sun Valley, Capri
7979 Cape Town: Noordhoek
7995 Cape Town: Simon's Town, Glencairn
7764 Cape Town: Athlone, Rylands, Gatesville, Crawford
7750 Cape Town: Gugulethu, Nyanga, Manenberg
7785 Cape Town: Mitchells Plain, Portlands, Westridge, Rocklands
7784 Cape Town: Khayelitsha, Harare, Site B
7780 Cape Town: Lansdowne, Wetton
7490 Cape Town: Elsies River, Matroosfontein, Bishop Lavis
7460 Goodwood: Goodwood, Edgemead, Monte Vista, Bothasig
7441 Milnerton: Milnerton, Table View, Bloubergstrand, Parklands, Century City, Sunningdale, West Beach, Montague Gardens, Melkbosstrand
7500 Parow: Parow, Plattekloof, Panorama, Parow North
7530 Bellville: Bellville, Tyger Valley, Welgemoed, Oakdale, Boston, Bellville South
7550 Durbanville: Durbanville, Sonstraal Heights, Aurora, Uitzicht
7560 Brackenfell: Brackenfell, Protea Heights, Vredekloof
7570 Kraaifontein: Kraaifontein, Scottsdene, Windsor Park
7580 Kuils River: Kuils River, Zevenwacht, Sarepta
7100 Eerste River: Eerste River, Blue Downs, Blackheath
7130 Somerset West: Somerset West, Helderberg, Spanish Farm
7140 Strand: Strand, Gordon's Bay
7600 Stellenbosch: Stellenbosch, Techno Park, Die Boord, Idas Valley, Kayamandi
7646 Paarl: Paarl, Mbekweni, Paarl South
7655 Wellington
7690 Franschhoek
7300 Malmesbury
7310 Moorreesburg
7320 Piketberg
7357 Langebaan
7380 Vredenburg
7395 Saldanha
8160 Vredendal
8130 Clanwilliam
6850 Worcester
6835 Ceres
6705 Robertson
6720 Montagu
6740 Swellendam
7160 Grabouw
7195 Kleinmond
7200 Hermanus: Hermanus, Onrus, Sandbaai, Vermont
7220 Gansbaai
7230 Caledon
7280 Bredasdorp
6670 Riversdale
6500 Mossel Bay: Mossel Bay, Hartenbos, Dana Bay, Heiderand
6529 George: George, Heatherlands, Blanco, Pacaltsdorp, Thembalethu
6560 Wilderness
6571 Knysna: Knysna, The Heads, Belvidere
6573 Sedgefield
6600 Plettenberg Bay
6620 Oudtshoorn
6970 Beaufort West
6930 Prince Albert
`,
  Gauteng: `
2001 Johannesburg: Johannesburg Central, Braamfontein, Hillbrow, Newtown, Marshalltown, Berea, Doornfontein
2092 Johannesburg: Melville, Auckland Park, Brixton
2193 Johannesburg: Parktown, Parkview, Parkhurst, Parktown North, Saxonwold, Forest Town, Westcliff, Greenside, Emmarentia
2196 Johannesburg: Rosebank, Illovo, Melrose, Hyde Park, Dunkeld, Craighall
2198 Johannesburg: Houghton Estate, Yeoville, Observatory, Bellevue
2192 Johannesburg: Norwood, Orange Grove, Linksfield, Sydenham, Glenhazel
2195 Johannesburg: Northcliff, Blackheath, Linden, Fairland, Cresta, Berario
2091 Johannesburg: Turffontein, Ormonde, Mondeor, Ridgeway, Winchester Hills
2190 Johannesburg: Glenvista, Mulbarton, Bassonia
2197 Johannesburg: The Hill, Rosettenville, Linmeyer
2094 Johannesburg: Kensington, Malvern, Jeppestown, Bezuidenhout Valley
2090 Johannesburg: Bramley, Kew, Lombardy East, Alexandra
2196 Sandton: Sandton, Sandown, Benmore, Strathavon, Atholl
2057 Sandton: Morningside, Gallo Manor, Wendywood
2191 Sandton: Bryanston, Fourways, Lonehill, Douglasdale, Paulshof, Magaliessig
2128 Sandton: Rivonia, Edenburg
2052 Sandton: Woodmead, Buccleuch
2194 Randburg: Randburg, Ferndale, Bordeaux, Blairgowrie, Robindale, Fontainebleau
2188 Randburg: Northriding, Northgate, Sharonlea, Boskruin
2169 Randburg: Honeydew, Zandspruit
1685 Midrand: Midrand, Halfway House, Vorna Valley, Noordwyk, Carlswald, Kyalami, Waterfall
1724 Roodepoort: Roodepoort, Florida, Constantia Kloof, Discovery
1709 Roodepoort: Weltevreden Park, Allen's Nek, Strubens Valley
1735 Roodepoort: Wilgeheuwel, Ruimsig, Radiokop
1739 Krugersdorp: Krugersdorp, Noordheuwel, Kenmare, Kagiso
1759 Randfontein
1780 Westonaria
2499 Carletonville
1804 Soweto: Orlando East, Orlando West
1862 Soweto: Diepkloof
1868 Soweto: Dube, Meadowlands, Mofolo
1809 Soweto: Pimville, Klipspruit
1818 Soweto: Protea Glen, Protea North, Chiawelo
1827 Lenasia: Lenasia, Lenasia South
1812 Eldorado Park
1401 Germiston: Germiston, Lambton, Primrose, Elsburg
1609 Edenvale: Edenvale, Greenstone Hill, Dowerglen, Eastleigh
2007 Bedfordview: Bedfordview, Senderwood, Essexwold
1619 Kempton Park: Kempton Park, Glen Marais, Birchleigh, Norkem Park, Bonaero Park
1632 Tembisa
1449 Alberton: Alberton, New Redruth, Randhart, Brackenhurst, Meyersdal
1431 Katlehong
1459 Boksburg: Boksburg, Sunward Park, Parkrand, Bartlett, Beyers Park
1475 Vosloorus
1501 Benoni: Benoni, Northmead, Rynfield, Farrarmere, Daveyton
1541 Brakpan
1559 Springs
1491 Nigel
1441 Heidelberg
1911 Vanderbijlpark
1939 Vereeniging: Vereeniging, Three Rivers, Arcon Park
1961 Meyerton
0002 Pretoria: Pretoria Central, Sunnyside, Pretoria West
0083 Pretoria: Arcadia, Hatfield, Eastwood, Riviera
0181 Pretoria: Brooklyn, Groenkloof, Muckleneuk, Erasmuskloof, Waterkloof, Monument Park
0081 Pretoria: Menlo Park, Lynnwood, Ashlea Gardens, Menlyn, Garsfontein, Faerie Glen, Newlands
0184 Pretoria: Silverton, Murrayfield, La Montagne, Meyerspark
0186 Pretoria: Queenswood, Kilner Park, Villieria
0084 Pretoria: Gezina, Rietfontein, Capital Park
0182 Pretoria: Sinoville, Wonderboom, Annlin, Montana
0117 Akasia: Akasia, The Orchards, Karenpark
0116 Pretoria: Hercules, Daspoort
0082 Pretoria: Villieria East, Waverley
0157 Centurion: Centurion, Lyttelton, Eldoraigne, Wierda Park, Rooihuiskraal, Hennops Park, Highveld, Irene
0152 Soshanguve
0122 Mamelodi
0008 Atteridgeville
1020 Bronkhorstspruit
1000 Cullinan
`,
  "KwaZulu-Natal": `
4001 Durban: Durban Central, Berea, Greyville, Glenwood, Umbilo, Morningside, Musgrave, Point
4051 Durban: Durban North, Glenashley, Virginia
4091 Durban: Westville North, Reservoir Hills, Overport, Sydenham
4052 Durban: Bluff, Brighton Beach, Wentworth
4093 Durban: Montclair, Yellowwood Park, Woodlands
4094 Durban: Carrington Heights, Rossburgh
4037 Durban: Newlands East, Newlands West, KwaMashu
4068 Phoenix: Phoenix, Verulam South
4066 Umlazi
4092 Chatsworth: Chatsworth, Shallcross, Arena Park
4320 Umhlanga: Umhlanga, La Lucia, Umhlanga Ridge, Somerset Park
4339 Verulam
4399 Tongaat
4420 Ballito: Ballito, Salt Rock, Sheffield Beach
4450 KwaDukuza
3629 Westville
3610 Pinetown: Pinetown, New Germany, Sarnia, Cowies Hill
3610 Hillcrest: Hillcrest, Waterfall, Botha's Hill
3650 Kloof: Kloof, Gillitts, Forest Hills
3640 Kloof: Winston Park
4126 Amanzimtoti: Amanzimtoti, Kingsburgh, Athlone Park
4180 Scottburgh
4240 Port Shepstone
4252 Shelly Beach
4275 Margate: Margate, Uvongo
4285 Southbroom
3201 Pietermaritzburg: Pietermaritzburg, Scottsville, Hayfields, Wembley, Chase Valley, Northdale
3245 Hilton
3290 Howick
3300 Mooi River
3310 Estcourt
3370 Ladysmith
2940 Newcastle
3000 Dundee
3100 Vryheid
3815 Eshowe
3900 Richards Bay: Richards Bay, Meerensee, Arboretum
3880 Empangeni
3935 Mtubatuba
4700 Kokstad
`,
  "Eastern Cape": `
6001 Gqeberha: Gqeberha Central, Humewood, Summerstrand, Mill Park, North End, Richmond Hill
6070 Gqeberha: Walmer, Lorraine, Fairview, Mount Pleasant, Miramar
6045 Gqeberha: Newton Park, Cotswold, Sunridge Park, Fernglen
6025 Gqeberha: Westering, Kabega Park, Linton Grange
6059 Gqeberha: Bethelsdorp, Gelvandale
6201 Gqeberha: New Brighton, Zwide
6230 Kariega: Kariega, KwaNobuhle
6330 Jeffreys Bay
6312 St Francis Bay
6300 Humansdorp
6139 Makhanda
6170 Port Alfred
5201 East London: East London, Quigney, Southernwood
5241 East London: Beacon Bay, Bonza Bay
5247 East London: Vincent, Berea, Nahoon, Bonnie Doon
5205 East London: Amalinda
5219 Mdantsane
5601 Qonce
5700 Alice
5099 Mthatha
5319 Komani
5880 Cradock
6280 Graaff-Reinet
5850 Dutywa
5023 Butterworth
4820 Matatiele
9750 Aliwal North
`,
  "Free State": `
9301 Bloemfontein: Bloemfontein, Westdene, Universitas, Langenhoven Park, Brandwag, Willows, Heuwelsig
9323 Mangaung: Mangaung, Heidedal
9700 Bethlehem
9880 Harrismith
9707 Clarens
9701 Ficksburg
9730 Ladybrand
9430 Welkom: Welkom, Bedelia, Riebeeckstad
9440 Virginia
9499 Kroonstad
1947 Sasolburg
9585 Parys
9650 Frankfort
9300 Botshabelo
9780 Phuthaditjhaba
`,
  Limpopo: `
0699 Polokwane: Polokwane, Bendor, Fauna Park, Flora Park
0727 Mankweng
0850 Tzaneen
0870 Haenertsburg
1390 Phalaborwa
1380 Hoedspruit
0920 Louis Trichardt
0950 Thohoyandou
0900 Musina
0555 Lephalale
0510 Modimolle
0480 Bela-Bela
0600 Mokopane
0380 Thabazimbi
0470 Groblersdal
1150 Burgersfort
`,
  Mpumalanga: `
1200 Mbombela: Mbombela, West Acres, Steiltes, Sonheuwel
1240 White River
1242 Hazyview
1260 Sabie
1270 Pilgrim's Rest
1280 Graskop
1120 Mashishing
1100 Dullstroom
1050 Middelburg
1035 eMalahleni: eMalahleni, Del Judor, Klipfontein
2302 Secunda
2350 Ermelo
2430 Standerton
2470 Volksrust
2380 Mkhondo
1310 Barberton
1330 Malelane
1340 Komatipoort
2210 Delmas
`,
  "North West": `
0299 Rustenburg: Rustenburg, Waterfall East, Cashan, Safari Gardens
0216 Hartbeespoort: Hartbeespoort, Schoemansville, Kosmos, Ifafi
0250 Brits
2571 Klerksdorp: Klerksdorp, Wilkoppies, Flamwood
2531 Potchefstroom: Potchefstroom, Baillie Park, Dassierand
2745 Mahikeng: Mahikeng, Mmabatho
2740 Lichtenburg
2520 Ventersdorp
8600 Vryburg
2865 Zeerust
0316 Sun City
`,
  "Northern Cape": `
8301 Kimberley: Kimberley, Hadison Park, Beaconsfield, Royldene
8345 Kimberley: Galeshewe
8800 Upington
8460 Kuruman
8446 Kathu
8240 Springbok
7000 De Aar
8765 Postmasburg
8730 Kakamas
8190 Calvinia
7060 Colesberg
8550 Hartswater
`,
};
