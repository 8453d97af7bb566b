/*
 * gen_lists.c -- value lists of the generator: invented people, companies and titles; real place names where a
 * query names one.  Sizes matter more than contents: they set how often a value repeats.
 */
#include "gen.h"

#define LIST(name, ...)                                                                                      \
	static const char *const name##_items[] = {__VA_ARGS__};                                                 \
	const GenList gen_##name = {name##_items, sizeof(name##_items) / sizeof(name##_items[0])}

LIST(first_names, "Ada", "Alva", "Amir", "Anouk", "Arlo", "Astrid", "Bela", "Benno", "Bruna", "Cato", "Celia",
	 "Cyrus", "Dagny", "Dario", "Delia", "Edda", "Elio", "Emre", "Enzo", "Fabia", "Finn", "Flora", "Gideon",
	 "Greta", "Hakon", "Hana", "Ida", "Ilja", "Imre", "Ines", "Ivo", "Jalil", "Jana", "Joris", "Juno", "Kaja",
	 "Kenji", "Klara", "Lev", "Lina", "Livia", "Luca", "Maeve", "Malik", "Marit", "Mila", "Nadir", "Naima",
	 "Nils", "Noor", "Odile", "Olaf", "Oona", "Pavel", "Petra", "Quinn", "Rafik", "Runa", "Sami", "Selma",
	 "Tariq", "Thea", "Ulla", "Uri", "Vera", "Viktor", "Wanda", "Willem", "Xenia", "Yara", "Yusuf", "Zofia");

LIST(last_names, "Abendroth", "Adler", "Almeida", "Arvidsson", "Baptiste", "Barlow", "Bergqvist", "Bianchi",
	 "Blackwood", "Castellan", "Chandra", "Corvin", "Dahlgren", "Delacroix", "Dimitrov", "Drummond",
	 "Eberhart", "Ekholm", "Espinosa", "Fairbank", "Falkner", "Ferreira", "Fontaine", "Galloway", "Garrick",
	 "Grimaldi", "Haldane", "Hartigan", "Holmgren", "Ibarra", "Ishikawa", "Jankowski", "Jelinek", "Kallio",
	 "Kapoor", "Karlsen", "Kovacs", "Lachance", "Larkin", "Lindqvist", "Lombardi", "Mahler", "Marchetti",
	 "Mbeki", "Moreau", "Nakamura", "Nordin", "Novotny", "Okafor", "Oliveira", "Ortega", "Palmgren",
	 "Pemberton", "Petrov", "Quintero", "Radcliffe", "Rasmussen", "Ribeiro", "Rosenthal", "Sandoval", "Sato",
	 "Severin", "Silvestri", "Sorensen", "Takahashi", "Thackeray", "Tolliver", "Underhill", "Valente",
	 "Vandermeer", "Vasquez", "Verhoeven", "Wakefield", "Wexler", "Winterbourne", "Yamada", "Yilmaz",
	 "Zabriskie", "Zeller", "Zimmer");

LIST(cities, "San Jose", "Morgan Hill", "Gilroy", "Hollister", "Salinas", "Santa Cruz", "Watsonville",
	 "Palo Alto", "Mountain View", "Sunnyvale", "Campbell", "Los Gatos", "Saratoga", "Cupertino", "Milpitas",
	 "Fremont", "Newark", "Hayward", "Oakland", "Berkeley", "Albany", "Richmond", "Concord", "Walnut Creek",
	 "Livermore", "Pleasanton", "Dublin", "Tracy", "Stockton", "Modesto", "Merced", "Fresno", "Visalia",
	 "Bakersfield", "Lancaster", "Palmdale", "Pasadena", "Burbank", "Glendale", "Torrance", "Carson",
	 "Long Beach", "Anaheim", "Irvine", "Oceanside", "Vista", "Escondido", "San Diego", "Chula Vista",
	 "El Cajon", "San Dimas", "Redding", "Chico", "Yuba City", "Davis", "Vacaville", "Napa", "Sonoma",
	 "Petaluma", "Novato", "Eureka", "Ukiah");

LIST(states, "Alabama", "Alaska", "Arizona", "Arkansas", "California", "Colorado", "Connecticut", "Delaware",
	 "District of Columbia", "Florida", "Georgia", "Hawaii", "Idaho", "Illinois", "Indiana", "Iowa", "Kansas",
	 "Kentucky", "Louisiana", "Maine", "Maryland", "Massachusetts", "Michigan", "Minnesota", "Mississippi",
	 "Missouri", "Montana", "Nebraska", "Nevada", "New Hampshire", "New Jersey", "New Mexico", "New York",
	 "North Carolina", "North Dakota", "Ohio", "Oklahoma", "Oregon", "Pennsylvania", "Rhode Island",
	 "South Carolina", "South Dakota", "Tennessee", "Texas", "Utah", "Vermont", "Virginia", "Washington",
	 "West Virginia", "Wisconsin", "Wyoming");

LIST(countries, "Argentina", "Australia", "Austria", "Belgium", "Brazil", "Canada", "Chile", "Denmark",
	 "Egypt", "Finland", "France", "Germany", "Greece", "Hungary", "Iceland", "India", "Ireland", "Italy",
	 "Japan", "Kenya", "Mexico", "Norway", "Peru", "Poland", "Portugal", "Spain", "Sweden", "USA", "Uruguay",
	 "Vietnam");

LIST(nations, "Argentine", "Australian", "Austrian", "Belgian", "Brazilian", "Canadian", "Chilean", "Danish",
	 "Egyptian", "Finnish", "French", "German", "Greek", "Hungarian", "Icelandic", "Indian", "Irish",
	 "Italian", "Japanese", "Kenyan", "Mexican", "Norwegian", "Peruvian", "Polish", "Portuguese", "Spanish",
	 "Swedish", "American", "Uruguayan", "Vietnamese");

LIST(currencies, "USD", "CND", "EUR", "GBP", "YEN", "CHF", "AUD");

LIST(streets, "Alder Court", "Blossom Hill Rd", "Cedar Avenue", "Dover Street", "Elm Crescent", "Foundry Row",
	 "Garden Place", "Harbour Lane", "Iron Bridge Rd", "Juniper Way", "Kiln Street", "Lantern Close",
	 "Maple Street", "North Parade", "Oak Avenue", "Priory Walk", "Quarry Road", "River Terrace",
	 "Station Road", "Tannery Yard", "Upper Green", "Vineyard Hill", "Willow Drive", "Yew Tree Lane");

LIST(types, "Stock", "Bond", "Stock Fund", "Bond Fund", "Mixed Fund");

LIST(officers, "Gareth Larkin", "Parker Tolliver", "Sami Kallio", "Thea Winterbourne", "Uri Nakamura",
	 "Ines Marchetti", "Joris Verhoeven", "Kaja Nordin", "Lev Dimitrov", "Maeve Hartigan");

LIST(businesses, "Energy", "Software", "Transport", "Health", "Utilities", "Capital Goods", "Conglomerates",
	 "Consumer", "Financial", "Services", "Technology", "Materials");

/* The codes security.xsd allows. */
LIST(sectors, "Basic Materials", "Capital Goods", "Conglomerates", "Consumer Cyclical",
	 "Consumer Non-Cyclical", "Energy", "Financial", "Healthcare", "Services", "Technology", "Transportation",
	 "Utilities");

LIST(industries, "Advertising", "Aerospace&Defense", "AirCourier", "Airline", "Apparel/Accessories",
	 "Appliance&Tool", "Audio&VideoEquipment", "Auto&TruckManufacturers", "Auto&TruckParts",
	 "Beverages(Alcoholic)", "Beverages(Non-Alcoholic)", "Biotechnology&Drugs", "Broadcasting&CableTV",
	 "BusinessServices", "Casinos&Gaming", "ChemicalManufacturing", "Chemicals-Plastics&Rubber", "Coal",
	 "CommunicationsEquipment", "CommunicationsServices", "ComputerHardware", "ComputerNetworks",
	 "ComputerPeripherals", "ComputerServices", "ComputerStorageDevices", "Conglomerates",
	 "Constr.&Agric.Machinery", "Constr.-Supplies&Fixtures", "Construction-RawMaterials",
	 "ConstructionServices", "ConsumerFinancialServices", "Containers&Packaging", "Crops",
	 "ElectricUtilities", "ElectronicInstruments&Controls", "FabricatedPlastic&Rubber", "Fish/Livestock",
	 "FoodProcessing", "Footwear", "Forestry&WoodProducts", "Furniture&Fixtures", "Gold&Silver",
	 "HealthcareFacilities", "Hotels&Motels", "Insurance(Accident&Health)", "Insurance(Life)",
	 "Insurance(Miscellaneous)", "Insurance(Prop&Casualty)", "InvestmentServices", "Iron&Steel",
	 "Jewelry&Silverware", "MajorDrugs", "MedicalEquipment&Supplies", "MetalMining", "Misc.CapitalGoods",
	 "Misc.FabricatedProducts", "Misc.FinancialServices", "Misc.Transportation", "MobileHomes&RVs",
	 "MoneyCenterBanks", "MotionPictures", "NaturalGasUtilities", "Non-MetallicMining", "OfficeEquipment",
	 "OfficeSupplies", "Oil&Gas-Integrated", "Oil&GasOperations", "OilWellServices&Equipment",
	 "Paper&PaperProducts", "Personal&HouseholdProducts", "PersonalServices", "Photography",
	 "Printing&Publishing", "PrintingServices", "Railroads", "RealEstateOperations", "RecreationalActivities",
	 "RecreationalProducts", "RegionalBanks", "Rental&Leasing", "Restaurants", "Retail(Apparel)",
	 "Retail(Catalog&MailOrder)", "Retail(Department&Discount)", "Retail(Drugs)", "Retail(Grocery)",
	 "Retail(HomeImprovement)", "Retail(Speciality)", "Retail(Technology)", "S&Ls/SavingsBanks", "Schools",
	 "Scientific&TechnicalInstr.", "SecuritySystems&Services", "Semiconductors", "Software&Programming",
	 "Textiles-NonApparel", "Tires", "Tobacco", "Trucking", "WasteManagementServices", "WaterTransportation",
	 "WaterUtilities");

LIST(company_ends, "Inc", "Corp", "Holdings", "Group", "Fund A", "Fund B", "Trust", "International",
	 "Partners", "& Sons");

LIST(journals, "Journal of Data Formats", "Transactions on Trees", "Acta Markup", "Information Structures",
	 "Systems Letters", "Query Processing Review", "Computing Notes", "Annals of Indexing",
	 "Data & Documents", "Storage Engineering", "Algorithms Quarterly", "Distributed Records");

LIST(word_list, "about", "above", "access", "account", "across", "after", "against", "along", "among",
	 "analysis", "answer", "around", "balance", "before", "below", "between", "binary", "block", "bright",
	 "broad", "build", "carry", "change", "clear", "close", "coast", "common", "complete", "cost", "cover",
	 "current", "data", "deep", "detail", "double", "early", "east", "edge", "efficient", "encoding",
	 "energy", "entry", "every", "exact", "field", "final", "fine", "first", "floor", "formal", "frame",
	 "fresh", "garden", "general", "glass", "good", "great", "green", "ground", "growth", "half", "harbour",
	 "heavy", "high", "hill", "house", "index", "inner", "item", "joint", "kitchen", "label", "large",
	 "layer", "level", "light", "linear", "local", "long", "main", "market", "measure", "method", "middle",
	 "model", "modern", "narrow", "near", "network", "new", "north", "number", "open", "order", "outer",
	 "over", "owner", "parallel", "partial", "path", "pattern", "plain", "point", "price", "process",
	 "quality", "query", "quiet", "range", "rapid", "reader", "record", "relation", "report", "result",
	 "river", "road", "room", "scale", "school", "second", "section", "sequence", "shape", "share", "short",
	 "silver", "simple", "single", "small", "solid", "sound", "south", "space", "spring", "standard", "stone",
	 "store", "stream", "street", "strong", "structure", "summer", "sunny", "support", "system", "table",
	 "text", "through", "time", "token", "total", "trade", "tree", "under", "union", "unit", "update",
	 "upper", "value", "view", "wall", "warm", "water", "west", "white", "wide", "window", "winter", "with",
	 "wood", "work", "yard", "year", "young");
